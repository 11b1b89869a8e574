// Runs before the page is painted, so it is plain and small: the chosen theme, and a page that is never blank.
;(function () {
  var root = document.documentElement
  try {
    var theme = JSON.parse(localStorage.getItem('config.deimos') || '{}').theme
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
  } catch {
    // Nothing remembered, or nothing readable: the system's theme stands.
  }

  // The app says when it has started. If its base code does not arrive, the page is loaded anew once, then it says so.
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
