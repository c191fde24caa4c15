import { button } from '#app/ui/innocent.ts'

export const who = button
