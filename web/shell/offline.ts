// Offline use. `tegata studio` serves this machine, at another port each time: there is nothing to be kept there.
export function keepForOffline(): void {
  if (!('serviceWorker' in navigator) || !isSecureContext || location.hostname === '127.0.0.1') return;
  // where the browser refuses, the page works as before
  navigator.serviceWorker.register('./offline.js').catch(() => undefined);
}
