/**
 * Marks that inquiries are waiting, so that other visits neither open a database nor download the
 * queue's code.
 */
const markKey = 'visitor_inquiries'

/** Whether this device may hold unsent inquiries from an earlier visit; false without storage. */
export function hasWaitingInquiries(): boolean {
  try {
    return localStorage.getItem(markKey) !== null
  } catch {
    return false
  }
}

/** Records for the next visit whether inquiries are waiting. */
export function markWaitingInquiries(isWaiting: boolean): void {
  try {
    if (isWaiting) localStorage.setItem(markKey, '1')
    else localStorage.removeItem(markKey)
  } catch {
    // Without local storage the contact page and the service worker still check the queue.
  }
}
