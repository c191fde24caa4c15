import type { KyInstance } from 'ky'
import { copyKeyPath, copyKeySchema } from '#contract/copy-key.ts'
import { sealingKeyPath, sealingKeySchema } from '#contract/party-number.ts'
import { browserRuntime } from '#mirror/browser-runtime.ts'
import { removeCopyOf } from '#mirror/vault/drop-vault.ts'
import { fromBase64 } from '#mirror/vault/byte-text.ts'
import { sealAnew, type VaultServer } from '#mirror/vault/seal-anew.ts'
import { sealWaiting } from '#mirror/vault/seal-waiting.ts'
import { sealsOf } from '#mirror/vault/vault-keys.ts'
import { holdKeys, replaceCopy } from './copy-keys.ts'
import { closeOfflineCopy } from './opened-copy.ts'

/**
 * Seals this person's copy on this device with a PIN: first, and again after it was dropped. What stood in the open is taken off the device and copied anew; edits that wait
 * are sealed as they are. Of a vault that was dropped the server hands back the key of those. Needs the server.
 * @throws whatever the call to the server does; nothing was changed then
 */
export async function sealCopy(api: KyInstance, userId: string, pin: string): Promise<void> {
  const runtime = browserRuntime()
  const keys = await sealAnew({ runtime, userId, pin, server: vaultServer(api) })
  // From here on whoever opens the copy anew asks for its keys.
  await closeOfflineCopy()
  replaceCopy(userId)
  await removeCopyOf(runtime, userId)
  await sealWaiting(browserRuntime(sealsOf(keys)), userId)
  holdKeys(userId, keys)
}

function vaultServer(api: KyInstance): VaultServer {
  return {
    sealingKey: async () => sealingKeySchema.parse(await api.get(sealingKeyPath).json()),
    async handBack({ keyId, box }) {
      const answer = await api.post(copyKeyPath, { json: { key_id: keyId, box } }).json()
      return fromBase64(copyKeySchema.parse(answer).key)
    },
  }
}
