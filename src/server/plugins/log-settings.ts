import type { Config } from '../config.ts'
import { errorForLog } from './error-for-log.ts'

/** How every process of the office writes its log: a line an event, nothing in it that opens a door. */
export function logSettings({ logLevel }: Pick<Config, 'logLevel'>) {
  return {
    level: logLevel,
    redact: ['req.headers.authorization', 'req.headers.cookie'],
    serializers: { err: errorForLog },
  }
}
