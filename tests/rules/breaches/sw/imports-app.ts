export { button } from '../src/app/ui/innocent.ts'
