import { isMessage } from './staff-code.ts'

/** A page that is not this worker's asks to be: one that was still on its way when the worker took all pages over, or was loaded past it (Shift with reload). */
export function takeInOnRequest(scope: ServiceWorkerGlobalScope): void {
  scope.addEventListener('message', (event) => {
    if (isMessage(event.data, 'TAKE_IN')) event.waitUntil(scope.clients.claim())
  })
}
