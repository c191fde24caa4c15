/**
 * `GET`: the office's details, public; `PUT`: replaces them, superusers only (office-settings.ts).
 * Kept apart from the schemas because visitors load this.
 */
export const officePath = '/api/office'

/** Path of the stamp's picture; each picture has its own path below it. */
export const officeStampPath = '/api/office/seal/'
