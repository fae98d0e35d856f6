// Before the first paint: dark unless the person chose light; the payment results are deep dark. On a phone the root's font size
// follows the width, so the reader's own is measured here.
;(function () {
  var mode = null
  try {
    mode = JSON.parse(localStorage.getItem('kinora.colorMode'))
  } catch {}
  var root = document.documentElement
  var isDeep = /^(\/en)?\/pay\//.test(location.pathname)
  root.dataset.theme = mode === 'light' && !isDeep ? 'light' : 'dark'
  if (isDeep) root.setAttribute('data-deep', '')
  var probe = root.appendChild(document.createElement('i'))
  probe.style.fontSize = 'medium'
  var scale = Math.min(2, Math.max(1, parseFloat(getComputedStyle(probe).fontSize) / 16))
  probe.remove()
  if (scale !== 1) root.style.setProperty('--reader-scale', String(scale))
  // The page sends its forms itself; one that stands there before its script must not leave it.
  document.addEventListener('submit', function (event) {
    event.preventDefault()
  })
})()
