import { isMessage } from './staff-code.ts'

/** A new version waits until a person lets it in (app/shell/update-prompt.tsx); it never takes over by itself. */
export function letInOnRequest(scope: ServiceWorkerGlobalScope): void {
  scope.addEventListener('message', (event) => {
    if (isMessage(event.data, 'SKIP_WAITING')) event.waitUntil(scope.skipWaiting())
  })
}
