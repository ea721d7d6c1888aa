import { storeCalls } from '@omni/contracts/stores.calls.ts'
import { serve, type Feature } from '../../platform/serve.ts'
import { bindPlatform } from './bind-platform.ts'
import { connectByKeys } from './connect-by-keys.ts'
import { installPlatform } from './install-platform.ts'
import { listMigrations } from './list-migrations.ts'
import { listPublications } from './list-publications.ts'
import { listStore } from './list-store.ts'
import { checkHealthJob } from './check-health.job.ts'
import { mailMigration, moveStoreJob } from './move-store.job.ts'
import {
  callbackFacebook,
  callbackGoogleMerchant,
  disconnectFacebook,
  disconnectGoogleMerchant,
  getFacebookAuth,
  getGoogleMerchantAuth,
  linkFacebook,
  linkGoogleMerchant,
} from './outlet-calls.ts'
import { receivers } from './receivers.ts'
import { refreshStoresCurrency } from './refresh-stores-currency.ts'
import { uninstallPlatform } from './uninstall-platform.ts'
import { unlinkPlatform } from './unlink-platform.ts'
import { updateDefaultStore } from './update-default-store.ts'
import { verifyMigration } from './verify-migration.ts'
import { verifyPlatform } from './verify-platform.ts'
import { getConsentUrl, getShopInstallUrl, linkPlatform, migrateStore } from './link-platform.ts'
import { checkPrerequisites, listWarehouses } from './ask-requirements.ts'

/** The seller's stores: how they are connected, and how the connections are kept well. */
export const stores: Feature = {
  calls: serve(storeCalls, {
    listStore,
    updateDefaultStore,
    linkPlatform,
    installPlatform,
    connectByKeys,
    migrateStore,
    listMigrations,
    verifyMigration,
    bindPlatform,
    uninstallPlatform,
    unlinkPlatform,
    getFacebookAuth,
    callbackFacebook,
    linkFacebook,
    disconnectFacebook,
    getGoogleMerchantAuth,
    callbackGoogleMerchant,
    linkGoogleMerchant,
    disconnectGoogleMerchant,
    verifyPlatform,
    getShopInstallUrl,
    refreshStoresCurrency,
    listPublications,
    getConsentUrl,
    listWarehouses,
    checkPrerequisites,
  }),
  jobs: [checkHealthJob, moveStoreJob],
  on: { 'store.migration_requested': { mailMigration } },
  receivers,
}
