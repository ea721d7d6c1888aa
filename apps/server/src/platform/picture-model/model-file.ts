import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Config } from '../config.ts'

/**
 * The model that describes pictures. Its id is stored with every vector. Vectors of different models cannot be
 * compared, so whatever changes a vector (weights, input, pooling) changes the id too.
 */
export const MODEL_ID = 'resnet50-gem3-1'
/** Of the file that `npm run make-model` writes. */
export const MODEL_SHA256 = 'e1d0a84d517893ae53402155715176a4e5e51106cabdf97390a8b3cbdad9294a'
export const DIMENSIONS = 2048
/** Pixels each way that the model looks at. */
export const SIDE = 224

const INSIDE = '.data/models' // what the configuration says when nothing else was said

/** Tests share one folder outside of the project, so that the weights are fetched once. */
export const modelsDir = ({ NODE_ENV, MODELS_DIR }: Pick<Config, 'NODE_ENV' | 'MODELS_DIR'>) =>
  NODE_ENV === 'test' && MODELS_DIR === INSIDE ? join(tmpdir(), 'omni-models') : MODELS_DIR

export const modelFile = (dir: string) => resolve(dir, `${MODEL_ID}.onnx`)

/** The file appears whole or not at all (scripts/picture-model/make-model.ts), so being there is being ready. */
export const hasModel = (dir: string) => existsSync(modelFile(dir))
