// Part of the service worker. The files of the earlier release go with its worker, so its page must not be opened again; without signal
// the page that this worker stored with its own files takes its place.
addEventListener('activate', (event) => event.waitUntil(caches.delete('page')))
