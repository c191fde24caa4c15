import { chownSync, linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { isDying, readProcessIdentity } from './process-identity.ts'

/**
 * Makes this process the only server on a data folder until the returned function is called. Takes
 * over the lock of a process that is gone. Throws `FolderInUseError` when another process holds it.
 */
export function lockFolder(folder: string): () => void {
  const path = join(folder, 'server.lock')
  const lockText = JSON.stringify({ pid: process.pid, mark: readProcessIdentity(process.pid) ?? '' })
  // Linking a finished file is atomic, so nobody reads a half-written lock.
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, lockText, { mode: 0o600 })
  chownToOwner(draft, folder)
  try {
    let isTakeover = false
    while (!tryLink(draft, path)) isTakeover = removeIfAbandoned(path, folder) || isTakeover
    if (isTakeover) confirmTakeover(path, lockText, folder)
  } finally {
    rmSync(draft, { force: true })
  }
  return () => {
    if (readLock(path)?.text === lockText) rmSync(path, { force: true })
  }
}

export class FolderInUseError extends Error {
  override name = 'FolderInUseError'
}

const lockSchema = z.object({ pid: z.number().int().positive(), mark: z.string() })

function tryLink(draft: string, path: string): boolean {
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/** True when a dead lock was moved away. */
function removeIfAbandoned(path: string, folder: string): boolean {
  const lock = readLock(path)
  if (lock === undefined) return false
  if (lock.owner !== undefined) waitWhileDying(lock.owner.pid)
  if (lock.owner !== undefined && readProcessIdentity(lock.owner.pid) === lock.owner.mark) {
    throw new FolderInUseError(
      `다른 서버(프로세스 ${lock.owner.pid})가 이 데이터 폴더를 사용하고 있습니다: ${folder} — 그 서버를 먼저 종료해 주세요.`,
    )
  }
  // Two processes may have found the same dead lock. One that moves a live lock away puts it back.
  const movedPath = `${path}.dead.${process.pid}`
  try {
    renameSync(path, movedPath)
  } catch {
    return false
  }
  if (readLock(movedPath)?.text !== lock.text) tryLink(movedPath, path)
  rmSync(movedPath, { force: true })
  return true
}

/**
 * Putting a lock back takes a moment in which a third process may step in, so everybody who took
 * over checks again; the last link wins.
 */
function confirmTakeover(path: string, mine: string, folder: string): void {
  sleepSync(50)
  if (readLock(path)?.text !== mine)
    throw new FolderInUseError(`다른 서버가 이 데이터 폴더를 방금 사용하기 시작했습니다: ${folder}`)
}

/** A server that was just killed holds its port a moment longer, so its successor waits. */
function waitWhileDying(pid: number): void {
  for (let waitedMs = 0; waitedMs < 10_000 && isDying(pid); waitedMs += 20) sleepSync(20)
}

function sleepSync(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

function readLock(path: string): { text: string; owner: z.infer<typeof lockSchema> | undefined } | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
  try {
    return { text, owner: lockSchema.parse(JSON.parse(text)) }
  } catch {
    return { text, owner: undefined }
  }
}

/**
 * Files that root writes into a user's data folder are given to that user, who may start the server
 * next time.
 */
export function chownToOwner(path: string, dataDir: string): void {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = statSync(dataDir)
  if (uid !== 0) chownSync(path, uid, gid)
}
