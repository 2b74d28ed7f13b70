package org.busbench.mediation.engine;

import java.util.ArrayList;
import java.util.function.BiConsumer;
import org.apache.axiom.om.OMElement;
import org.apache.axis2.description.AxisModule;
import org.apache.axis2.description.AxisService;
import org.apache.axis2.description.AxisServiceGroup;
import org.apache.axis2.description.Parameter;
import org.apache.axis2.engine.AxisConfiguration;
import org.apache.axis2.engine.AxisEvent;
import org.apache.axis2.engine.AxisObserver;

/** Is told by Axis2 that services come and go. */
final class Deployments implements AxisObserver {

    private final BiConsumer<AxisEvent, AxisService> change;

    Deployments(BiConsumer<AxisEvent, AxisService> change) {
        this.change = change;
    }

    @Override
    public void serviceUpdate(AxisEvent event, AxisService service) {
        change.accept(event, service);
    }

    @Override
    public void init(AxisConfiguration configuration) {
        // Services that are there already are told one by one.
    }

    @Override
    public void moduleUpdate(AxisEvent event, AxisModule module) {
        // Modules have no addresses.
    }

    @Override
    public void serviceGroupUpdate(AxisEvent event, AxisServiceGroup group) {
        // Its services are told one by one.
    }

    @Override
    public void addParameter(Parameter parameter) {
        // An observer has none.
    }

    @Override
    public void removeParameter(Parameter parameter) {
        // An observer has none.
    }

    @Override
    public void deserializeParameters(OMElement parameters) {
        // An observer has none.
    }

    @Override
    public Parameter getParameter(String name) {
        return null;
    }

    @Override
    @SuppressWarnings("NonApiType") // Axis2 asks for it.
    public ArrayList<Parameter> getParameters() {
        return new ArrayList<>();
    }

    @Override
    public boolean isParameterLocked(String name) {
        return false;
    }
}
