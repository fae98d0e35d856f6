// Before the first paint: dark unless the person chose light; the payment results are deep dark.
;(function () {
  var mode = null
  try {
    mode = JSON.parse(localStorage.getItem('kinora.colorMode'))
  } catch {}
  var root = document.documentElement
  var isDeep = /^(\/en)?\/pay\//.test(location.pathname)
  root.dataset.theme = mode === 'light' && !isDeep ? 'light' : 'dark'
  if (isDeep) root.setAttribute('data-deep', '')
})()
