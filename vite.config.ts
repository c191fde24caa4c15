import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

// One PostgreSQL per project and run; see tests/support/test-database.ts.
const globalSetup = ['tests/support/vitest-global-setup.ts']

export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: { target: 'es2023', sourcemap: true },
  test: {
    projects: [
      { extends: true, test: { name: 'unit', include: ['src/**/*.test.{ts,tsx}'], testTimeout: 20_000, globalSetup } },
      { extends: true, test: { name: 'rules', include: ['tests/rules/**/*.test.ts'], testTimeout: 60_000 } },
      {
        extends: true,
        test: { name: 'faults', include: ['tests/faults/**/*.test.ts'], testTimeout: 600_000, globalSetup },
      },
    ],
  },
})
