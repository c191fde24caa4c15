import { expect, test } from 'vitest'
import { isOwnScript, trustScript } from './trusted-types.ts'

const page = 'https://office.example/services/real-estate?tab=table'

test.each([
  '/sw.js',
  '/assets/staff-worker-DaVubOWb.js',
  'https://office.example/assets/staff-sheet-worker-DZSu01b-.js',
])('%s is one of our own scripts', (url) => {
  expect(isOwnScript(url, page)).toBe(true)
})

test.each([
  'https://evil.example/sw.js',
  '//evil.example/sw.js',
  'http://office.example/sw.js',
  'data:text/javascript,alert(1)',
  'blob:https://office.example/9a0b',
  'javascript:alert(1)',
  '/sw.js/../api/papers/1',
  '/sw.js/',
  '/api/papers/1/content',
  '/assets/index-BR-gfOQI.js',
  '/assets/staff-worker-DaVubOWb.js.map',
  '/x/sw.js',
  '',
])('%s is not one of our own scripts', (url) => {
  expect(isOwnScript(url, page)).toBe(false)
})

test('refuses a foreign URL without Trusted Types as well', () => {
  Object.assign(globalThis, { location: new URL(page) })
  try {
    expect(trustScript('/sw.js')).toBe('/sw.js')
    expect(() => trustScript('https://evil.example/sw.js')).toThrow(TypeError)
  } finally {
    Reflect.deleteProperty(globalThis, 'location')
  }
})
