export { leave } from '../leave/innocent.ts'
