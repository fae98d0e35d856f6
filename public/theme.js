// Before the first paint: dark unless the person chose light; the payment results are deep dark.
;(function () {
  var mode = null
  try {
    mode = JSON.parse(localStorage.getItem('kinora.colorMode'))
  } catch {}
  var root = document.documentElement
  root.dataset.theme = mode === 'light' ? 'light' : 'dark'
  if (/^(\/en)?\/pay\//.test(location.pathname)) root.setAttribute('data-deep', '')
})()
