import type { Config } from '../config.ts'
import { errorForLog } from './error-for-log.ts'

/** Log settings of every process: one line per event, without secrets. */
export function logSettings({ logLevel }: Pick<Config, 'logLevel'>) {
  return {
    level: logLevel,
    redact: ['req.headers.authorization', 'req.headers.cookie'],
    serializers: { err: errorForLog },
  }
}
