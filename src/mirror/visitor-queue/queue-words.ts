/** Background Sync tag: the service worker sends waiting inquiries. */
export const inquiryTag = 'inquiries'

/** Channel on which page and service worker report `{ sent: keys }`. */
export const inquiryChannel = 'visitor-inquiries'
