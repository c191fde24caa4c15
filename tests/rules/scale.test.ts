import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { loadConfig } from '#server/config/config.ts'
import { projectRoot, readProjectFile } from './project-files.ts'

// tests/scale/compose.yaml runs on machines that no test has; this checks what can be known without
// them.

const folder = 'tests/scale'
const serviceSchema = z.object({
  image: z.string(),
  build: z.object({ context: z.string(), dockerfile: z.string() }).optional(),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).default({}),
  volumes: z.array(z.string()).default([]),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
  healthcheck: z.unknown().optional(),
})
const composeSchema = z.object({
  services: z.record(z.string(), serviceSchema),
  networks: z.object({ inside: z.object({ ipam: z.object({ config: z.array(z.object({ subnet: z.string() })) }) }) }),
  volumes: z.record(z.string(), z.null()),
})
const compose = composeSchema.parse(parse(readProjectFile(`${folder}/compose.yaml`), { merge: true }))
const services = Object.entries(compose.services)
const ours = services.filter(([, { build }]) => build !== undefined)
const servers = ours.filter(([name]) => name.startsWith('server-'))

const known = new Set(
  Array.from(readProjectFile('src/server/config/config.ts').matchAll(/^ {2}([A-Z][A-Z_]+):/gm), ([, name]) => name),
)

test('the office on several machines is two servers, a worker, a proxy, Redis and two databases', () => {
  expect(services.map(([name]) => name).toSorted()).toEqual([
    'primary',
    'proxy',
    'redis',
    'replica',
    'server-1',
    'server-2',
    'worker',
  ])
})

test.each(services)('the image of %s is pinned to one version', (_, { image }) => {
  expect(isPinned(image)).toBe(true)
})

test.each([
  ['postgres:18.4-bookworm', true],
  ['nginx:1.28.0', true],
  ['postgres', false],
  ['postgres:latest', false],
  ['node:24', false],
])('%s is pinned: %s', (image, expected) => {
  expect(isPinned(image)).toBe(expected)
})

function isPinned(image: string): boolean {
  return /^[\w./-]+:\d+\.\d+(\.\d+)?(-[a-z]+)*$/.test(image)
}

test('the base of our own image is pinned to the Node that everything runs on', () => {
  const { dependencies } = z
    .object({ dependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readProjectFile('package.json')))
  const [, base] = /^FROM (\S+)$/m.exec(readProjectFile(`${folder}/Dockerfile`)) ?? []
  expect(base).toMatch(new RegExp(`^node:${dependencies['node']?.replaceAll('.', String.raw`\.`)}-`))
})

describe.each(ours)('%s', (_, { environment, command }) => {
  test('gets only settings that the configuration knows', () => {
    expect(Object.keys(environment).filter((name) => !known.has(name))).toEqual([])
    expect(known.size).toBeGreaterThan(20)
  })

  test('starts with its settings', () => {
    const settings = Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, fillIn(value)]))
    expect(loadConfig(settings)).toMatchObject({ redisUrl: expect.any(String), databaseUrl: expect.any(String) })
    const program = command?.at(-1) ?? 'src/server/main.ts'
    expect(existsSync(join(projectRoot, program))).toBe(true)
  })
})

const sample: Readonly<Record<string, string>> = { PUBLIC_URL: 'https://office.example' }
/** Fills in `${NAME:?}` and `${NAME:-fallback}` as Compose does. */
function fillIn(value: string): string {
  return value.replaceAll(
    /\$\{(\w+)(?::\?|:-([^}]*))\}/g,
    (_, name: string, fallback?: string) => fallback ?? sample[name] ?? 'given',
  )
}

test('servers and worker share database, queue and keys, and servers trust the network of their proxy', () => {
  for (const name of ['DATABASE_URL', 'REDIS_URL', 'RRN_KEY_FILE'])
    expect(new Set(ours.map(([, { environment }]) => environment[name])).size).toBe(1)
  const [{ subnet } = { subnet: '' }] = compose.networks.inside.ipam.config
  for (const [, { environment }] of servers) expect(environment).toMatchObject({ WORKER: 'off', TRUST_PROXY: subnet })
  expect(readProjectFile(`${folder}/prepare-primary.sh`)).toContain(subnet)
})

test('every mounted file exists, every volume is declared, and every awaited service is checked', () => {
  const sources = services.flatMap(([, { volumes }]) => volumes.map((volume) => volume.split(':')[0] ?? ''))
  const isThere = (source: string) =>
    source.startsWith('.') ? existsSync(join(projectRoot, folder, source)) : source in compose.volumes
  expect(sources.filter((source) => !isThere(source))).toEqual([])
  const waitedFor = services.flatMap(([, { depends_on: names }]) => Object.keys(names))
  expect(waitedFor.filter((name) => compose.services[name]?.healthcheck === undefined)).toEqual([])
})

test('the proxy knows both servers and does not buffer the event stream', () => {
  const proxy = readProjectFile(`${folder}/nginx.conf`)
  for (const [name, { environment }] of servers) expect(proxy).toContain(`server ${name}:${environment['PORT']} `)
  const [stream = ''] = /location = \/api\/sync\/events \{[^}]*\}/.exec(proxy) ?? []
  expect(stream).toContain('proxy_buffering off;')
})
