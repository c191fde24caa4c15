export const late = () => import('#app/ui/innocent.ts')
