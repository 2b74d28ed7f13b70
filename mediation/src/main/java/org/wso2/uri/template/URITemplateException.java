package org.wso2.uri.template;

/** A text that is no URI template. Synapse catches it by this name. */
public final class URITemplateException extends Exception {

    private static final long serialVersionUID = 1;

    URITemplateException(String message) {
        super(message);
    }
}
