package org.mule.extension;

/** Mule's core names this class in signatures; its artifact is nowhere to be had, and nothing here calls it. */
public class ExtensionManager {}
