/** Services that are made of files: a place of the nonce in requests, and a template of the answer. */
package org.busbench.backend.files;
