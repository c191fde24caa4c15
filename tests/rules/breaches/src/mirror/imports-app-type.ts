export type Button = typeof import('../app/ui/innocent.ts')
