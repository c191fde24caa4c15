/** The Background Sync tag that asks the service worker to send what visitors wrote. */
export const inquiryTag = 'inquiries'

/** Where page and service worker tell each other `{ sent: keys }`. */
export const inquiryChannel = 'visitor-inquiries'
