// For browsers too old for the app, in words they understand. Rule: docs/platform.md, "Browsers".
;(function () {
  if (typeof HTMLElement !== 'undefined' && 'showPopover' in HTMLElement.prototype) return
  var sentence = 'Your browser is too old for Kinora, which needs Safari 17, Chrome or Edge 114, Firefox 125, or later.'
  var note = document.createElement('p')
  note.setAttribute('role', 'alert')
  note.style.cssText = 'position:relative;z-index:99;margin:0;padding:12px 16px;background:#ffd166;color:#111;font:16px/1.5 sans-serif'
  note.appendChild(document.createTextNode(sentence))
  document.body.insertBefore(note, document.body.firstChild)
})()
