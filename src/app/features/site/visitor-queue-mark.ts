/** Says on the next visit that something waits, so that a visit without need neither opens a database nor downloads the queue. */
const markKey = 'visitor_inquiries'

/** True when this device may hold inquiries that an earlier visit could not send; false also where it keeps nothing. */
export function hasWaitingInquiries(): boolean {
  try {
    return localStorage.getItem(markKey) !== null
  } catch {
    return false
  }
}

/** Leaves word for the next visit whether inquiries wait on this device. */
export function noteWaitingInquiries(isWaiting: boolean): void {
  try {
    if (isWaiting) localStorage.setItem(markKey, '1')
    else localStorage.removeItem(markKey)
  } catch {
    // Without local storage the contact page and the service worker still look into the queue.
  }
}
