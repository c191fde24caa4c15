import ky from 'ky'

export const get = ky.get
