import type { TestProject } from 'vitest/node'
import { startTestCluster, type TestCluster } from './test-cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection strings of the migrated template database of this run. */
    testCluster: { url: string; ownerUrl: string }
  }
}

let cluster: TestCluster | undefined

/** Vitest's `globalSetup`: one PostgreSQL for all workers of the run. */
export async function setup(project: TestProject): Promise<void> {
  cluster = await startTestCluster()
  project.provide('testCluster', { url: cluster.url, ownerUrl: cluster.ownerUrl })
}

export async function teardown(): Promise<void> {
  await cluster?.stop()
}
