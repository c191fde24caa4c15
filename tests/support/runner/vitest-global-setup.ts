import type { TestProject } from 'vitest/node'
import { startTestCluster, type TestCluster } from '../servers/test-cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection strings of a migrated template database for each worker. */
    testClusters: readonly { url: string; ownerUrl: string }[]
  }
}

let clusters: readonly TestCluster[] = []

/**
 * Vitest's `globalSetup`: one PostgreSQL for each worker. Two test files on one cluster would
 * interfere, because a cluster releases its change log only up to the oldest transaction in any of
 * its databases.
 */
export async function setup(project: TestProject): Promise<void> {
  const count = Math.max(1, project.config.maxWorkers)
  clusters = await Promise.all(Array.from({ length: count }, () => startTestCluster()))
  project.provide(
    'testClusters',
    clusters.map(({ url, ownerUrl }) => ({ url, ownerUrl })),
  )
}

export async function teardown(): Promise<void> {
  await Promise.all(clusters.map((cluster) => cluster.stop()))
}
