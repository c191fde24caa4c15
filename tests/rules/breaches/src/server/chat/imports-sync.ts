export { write } from '../sync/write.ts'
