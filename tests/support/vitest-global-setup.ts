import type { TestProject } from 'vitest/node'
import { startTestCluster } from './test-cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of the migrated template database of this run. */
    testClusterUrl: string
  }
}

/** Vitest's `globalSetup`: one PostgreSQL for all workers of the run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startTestCluster()
  project.provide('testClusterUrl', cluster.url)
  return cluster.stop
}
