import { deviceStorage } from '#app/ui/browser/device-storage.ts'
/**
 * Marks that inquiries are waiting, so that other visits neither open a database nor download the
 * queue's code.
 */
const markKey = 'visitor_inquiries'

/** Whether this device may hold unsent inquiries from an earlier visit. */
export function hasWaitingInquiries(): boolean {
  return deviceStorage.getItem(markKey) !== null
}

/**
 * Records for the next visit whether inquiries are waiting. Without local storage the contact page
 * and the service worker still check the queue.
 */
export function markWaitingInquiries(isWaiting: boolean): void {
  if (isWaiting) deviceStorage.setItem(markKey, '1')
  else deviceStorage.removeItem(markKey)
}
