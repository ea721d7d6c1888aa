import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

/**
 * The model that describes pictures. Its id is stored with every vector: vectors of different models cannot be compared, so
 * whatever changes a vector (weights, input, pooling) changes the id too.
 */
export const MODEL_ID = 'resnet50-gem3-1'
export const DIMENSIONS = 2048
/** Pixels each way that the model looks at. */
export const SIDE = 224

export const modelFile = (dir: string) => resolve(dir, `${MODEL_ID}.onnx`)

/** The file appears whole or not at all (prepare-model.process.ts), so being there is being ready. */
export const hasModel = (dir: string) => existsSync(modelFile(dir))
