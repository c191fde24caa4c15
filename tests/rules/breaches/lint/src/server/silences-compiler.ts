// @ts-ignore
export const size: number = 'a'
