/** NOTIFY channel; the payload is the id of a user whose task progressed. */
export const taskChannel = 'task'
