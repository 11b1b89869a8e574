// Runs before the first paint: sets the theme and makes sure that the page is never blank.
;(function () {
  var root = document.documentElement
  try {
    var theme = JSON.parse(localStorage.getItem('config.deimos') || '{}').theme
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
  } catch {
    // No stored setting, or storage is blocked: the system's theme applies.
  }

  // The app sets `data-started`. If its code does not load, the page reloads once, then shows an error.
  function failed() {
    if ('started' in root.dataset) return
    if (Date.now() - Number(sessionStorage.getItem('nikau.reloaded') || 0) > 600000) {
      sessionStorage.setItem('nikau.reloaded', String(Date.now()))
      return location.reload()
    }
    document.getElementById('not-started').hidden = false
    document.getElementById('refresh').addEventListener('click', function () {
      location.reload()
    })
  }
  addEventListener(
    'error',
    function (event) {
      if (event.target instanceof HTMLScriptElement) failed()
    },
    true,
  )
  setTimeout(failed, 120000)
})()
