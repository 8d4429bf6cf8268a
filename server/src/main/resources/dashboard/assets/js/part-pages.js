// SPDX-License-Identifier: Apache-2.0
/** The pages that the parts of a node add. A node serves its own in place of this file, which has none. */

export const PART_PAGES = [];
