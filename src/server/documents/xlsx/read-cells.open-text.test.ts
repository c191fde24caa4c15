import { Buffer } from 'node:buffer'
import { expect, test } from 'vitest'
import { openText } from './read-cells.ts'

test.each(['<!--', '<script>', '<style ', '<script></script '])(
  'a megabyte of unclosed %s is processed at once and is not a table',
  { timeout: 5000 },
  (tag) => {
    expect(() => openText(Buffer.from(tag.repeat(1_000_000 / tag.length)), {})).toThrow('no table')
  },
)
