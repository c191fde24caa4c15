export { button } from '#app/ui/innocent.ts'
