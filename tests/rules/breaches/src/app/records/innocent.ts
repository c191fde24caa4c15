export const records = 'innocent'
