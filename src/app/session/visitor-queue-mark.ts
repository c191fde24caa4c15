/** Says on the next visit that something waits, so that a visit without need neither opens a database nor downloads the queue. */
const markKey = 'visitor_inquiries'

export function readMark(): boolean {
  try {
    return localStorage.getItem(markKey) !== null
  } catch {
    return false
  }
}

export function writeMark(isWaiting: boolean): void {
  try {
    if (isWaiting) localStorage.setItem(markKey, '1')
    else localStorage.removeItem(markKey)
  } catch {
    // Without local storage the contact page and the service worker still look into the queue.
  }
}
