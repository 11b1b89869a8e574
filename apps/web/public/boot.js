// Runs before the first paint: sets the theme, shows the first picture of home, and makes sure that the page is never blank.
;(function () {
  var root = document.documentElement
  var settings = {}
  try {
    settings = JSON.parse(localStorage.getItem('config.deimos') || '{}')
  } catch {
    // No stored setting, or storage is blocked: the system's theme applies.
  }
  if (settings.theme === 'light' || settings.theme === 'dark') root.dataset.theme = settings.theme

  // Somebody is signed in here: home is drawn by the page itself, while its code is on the way.
  try {
    var config = JSON.parse(document.querySelector('meta[name="nikau-config"]').content)
    var isHome = /^\/deimos\/?$/.test(location.pathname)
    if (sessionStorage.getItem('oidc.user:' + config.issuer + ':nikau-web') !== null) {
      if (isHome && !settings.testAssetsEnabled) root.dataset.firstPicture = config.flags.showSendAsset ? 'home' : 'home-without-send'
      // In parallel with the files of every page. The build lists them on this script.
      var files = document.currentScript.dataset
      ;(files[isHome ? 'home' : 'frame'] || '').split(' ').forEach(function (file) {
        if (file) document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href: file }))
      })
    }
  } catch {
    // Without a first picture the page starts blank.
  }

  // The app sets `data-started`. If its code does not load, the page reloads once, then shows an error.
  function failed() {
    if ('started' in root.dataset) return
    if (Date.now() - Number(sessionStorage.getItem('nikau.reloaded') || 0) > 600000) {
      sessionStorage.setItem('nikau.reloaded', String(Date.now()))
      return location.reload()
    }
    delete root.dataset.firstPicture
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
