import { z } from 'zod'

export const innocent = z.string()
