/** What is told here is the id of a user one of whose tasks went on. */
export const taskChannel = 'task'
