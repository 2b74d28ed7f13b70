package org.busbench.mediation.fastlane;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** Where a request goes, as the configuration describes it: the address of a backend, or a group from which one endpoint is chosen. */
public sealed interface EndpointSpec {

    /** Returns the addresses in it, in their order. */
    List<Address> addresses();

    /** Returns this endpoint, but with the whole address in requests, as for a proxy server (RFC 9112 section 3.2.2). */
    EndpointSpec withWholeAddress();

    /** Returns whether requests to it, or to some of its members, get header blocks of WS-Addressing. */
    default boolean isAddressed() {
        return addresses().stream().anyMatch(one -> one.addressing() != null);
    }

    /** Returns whether a request that failed may be sent to another endpoint, so that its body has to be kept. */
    boolean retries();

    /**
     * The address of a backend.
     *
     * @param name in the configuration; the state of its circuit breaker belongs to this name
     * @param kind as Synapse calls it in messages: Address, WSDL, Default
     * @param secure whether it is reached by TLS
     * @param port 1 to 65535
     * @param path path and query as they are configured, perhaps behind scheme and host; may be empty
     * @param soapVersion that a message must have, since it would have to be converted otherwise
     * @param addressing what requests say of it in header blocks, or null
     */
    record Address(
            String name,
            String kind,
            boolean secure,
            String host,
            int port,
            String path,
            SoapVersion soapVersion,
            FailureHandling failures,
            Addressing addressing)
            implements EndpointSpec {

        /** Requires all but the address, which is checked when a connection is made. */
        public Address {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(soapVersion, "soapVersion");
            Objects.requireNonNull(failures, "failures");
        }

        /** Returns the target of a request. */
        String target() {
            return path.isEmpty() ? "/" : path;
        }

        /** Whether the rest of a client's path can stand behind this one, and any message is sent as it is. */
        boolean takesUnread() {
            return addressing == null && soapVersion == SoapVersion.OF_THE_MESSAGE && path.indexOf('?') < 0;
        }

        @Override
        public Address withWholeAddress() {
            boolean usual = port == (secure ? 443 : 80);
            String whole = (secure ? "https" : "http") + "://" + host + (usual ? "" : ":" + port) + path;
            return new Address(name, kind, secure, host, port, whole, soapVersion, failures, addressing);
        }

        @Override
        public List<Address> addresses() {
            return List.of(this);
        }

        @Override
        public boolean retries() {
            return false;
        }
    }

    /**
     * WS-Addressing.
     *
     * @param namespace of its version
     * @param address as it is configured
     */
    record Addressing(String namespace, String address) {

        public Addressing {
            Objects.requireNonNull(namespace, "namespace");
            Objects.requireNonNull(address, "address");
        }
    }

    /**
     * What follows when an endpoint fails.
     *
     * @param timeout how long an answer may take; null for the socket timeout that all endpoints have
     * @param discards whether a timeout drops the message: no fault sequence and no other endpoint gets it
     * @param finalCodes error codes after which no other endpoint is tried
     */
    record FailureHandling(
            Duration timeout, boolean discards, Set<Integer> finalCodes, CircuitBreaker.Policy circuitBreaker) {

        public FailureHandling {
            Objects.requireNonNull(circuitBreaker, "circuitBreaker");
            finalCodes = Set.copyOf(finalCodes);
        }
    }

    /** How a group chooses. */
    enum Strategy {
        /** The first endpoint that is ready. */
        FIRST_READY,
        /** The endpoint that was used last, until it fails; then the first one that is ready. */
        STICKY,
        /** The members get messages in turn. */
        ROUND_ROBIN
    }

    /**
     * A group of endpoints from which one is chosen for each request.
     *
     * @param name in the configuration, for messages
     * @param failover whether another member is tried when one fails
     * @param members in their order, at least one
     */
    record Group(String name, Strategy strategy, boolean failover, List<EndpointSpec> members) implements EndpointSpec {

        public Group {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(strategy, "strategy");
            members = List.copyOf(members);
            if (members.isEmpty()) {
                throw new IllegalArgumentException("the endpoint '" + name + "' has no members");
            }
        }

        @Override
        public Group withWholeAddress() {
            return new Group(
                    name,
                    strategy,
                    failover,
                    members.stream().map(EndpointSpec::withWholeAddress).toList());
        }

        @Override
        public List<Address> addresses() {
            return members.stream()
                    .flatMap(member -> member.addresses().stream())
                    .toList();
        }

        @Override
        public boolean retries() {
            return failover || members.stream().anyMatch(EndpointSpec::retries);
        }
    }
}
